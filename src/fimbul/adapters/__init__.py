"""Learning environments: the games as PettingZoo, Gymnasium and OpenSpiel know games.

They need `pip install 'fimbul[rl]'`, and are imported one by one, as each asks for another library.
"""
