// boardgame.io's own server with a board of 49 squares on which pieces walk like rooks: as many
// choices a turn as Brandub, and less to do for each, since nothing is captured and nobody wins.
const { Server, Origins, FlatFile } = require('boardgame.io/server');
const { INVALID_MOVE } = require('boardgame.io/core');
const { START, walks } = require('./board.cjs');

const game = {
  name: 'walk',
  setup: () => ({ board: START.slice(), chosen: null }),
  turn: { minMoves: 2, maxMoves: 2 },
  moves: {
    choose: ({ G, playerID }, at) => {
      if (G.chosen !== null || G.board[at] !== Number(playerID) + 1) return INVALID_MOVE;
      G.chosen = at;
    },
    walk: ({ G }, to) => {
      if (G.chosen === null || !walks(G.board, G.chosen).includes(to)) return INVALID_MOVE;
      G.board[to] = G.board[G.chosen];
      G.board[G.chosen] = 0;
      G.chosen = null;
    },
  },
};

const folder = process.argv[2];
const db = folder ? new FlatFile({ dir: folder }) : undefined;
const server = Server({ games: [game], origins: [Origins.LOCALHOST_IN_DEVELOPMENT, /./], ...(db ? { db } : {}) });
console.log = () => {};
server.run({ port: 0 }).then(({ appServer }) => {
  process.stdout.write(`${appServer.address().port}\n`);
});
