"""What an operator looks at: logs, metrics, rates, and the words that guard a seat."""
