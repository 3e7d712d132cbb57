"""Where the numbers of a problem come from: JSON, CSV and .npz files, built-in examples, documents."""
