"""Changes the sources in one place at a time and says which changes no test notices."""
