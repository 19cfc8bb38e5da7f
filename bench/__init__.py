"""How fast it is: ratios within one run, beside a baseline, on the machine at hand."""
