"""Real servers on 127.0.0.1 that speak the real wire protocols, so that no test calls the internet."""
