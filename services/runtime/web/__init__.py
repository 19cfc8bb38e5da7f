"""What the HTTP services share: server, sockets, problem details, the page's folder."""
