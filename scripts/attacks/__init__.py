"""The attacks of scripts/attack, one module each."""
