"""The games as learning environments: the test suites that those libraries ship."""
