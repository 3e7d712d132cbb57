"""What other programs may ask of the checker: tools with typed results, over the model context protocol."""
