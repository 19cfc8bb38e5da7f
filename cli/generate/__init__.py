"""Generated files: AsyncAPI, OpenAPI and a picture for the README."""
