"""What is known of a claim, and what follows: the page's own numbers, the witnesses, the slip, the verdict."""
