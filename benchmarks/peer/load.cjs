// Two players at each table. A move counts when the server's answer with the new state arrives;
// then whoever is to move makes the next one at once.
const { io } = require('socket.io-client');
const { walks } = require('./board.cjs');

const [port, tables, warm, seconds] = process.argv.slice(2).map(Number);
const took = [];
let measuring = false;

class Player {
  constructor(table, seat) {
    this.table = table;
    this.seat = seat;
    this.sent = 0;
    this.socket = io(`http://127.0.0.1:${port}/walk`, { transports: ['websocket'], forceNew: true });
    this.socket.on('sync', (_, info) => this.hear(info.state));
    this.socket.on('update', (_, state) => this.hear(state));
    this.ready = new Promise((done) => this.socket.once('connect', done));
  }

  sync() {
    const welcomed = new Promise((done) => this.socket.once('sync', done));
    this.socket.emit('sync', this.table, this.seat, undefined, 2);
    return welcomed;
  }

  hear(state) {
    if (this.sent) {
      if (measuring) took.push(performance.now() - this.sent);
      this.sent = 0;
    }
    if (state.ctx.currentPlayer === this.seat) this.play(state);
  }

  play({ G, _stateID }) {
    const [type, arg] = G.chosen === null ? ['choose', this.piece(G)] : ['walk', any(walks(G.board, G.chosen))];
    const payload = { type, args: [arg], playerID: this.seat };
    this.sent = performance.now();
    this.socket.emit('update', { type: 'MAKE_MOVE', payload }, _stateID, this.table, this.seat);
  }

  piece(G) {
    const mine = Number(this.seat) + 1;
    return any([...G.board.keys()].filter((at) => G.board[at] === mine && walks(G.board, at).length));
  }
}

const any = (things) => things[Math.floor(Math.random() * things.length)];
const rest = (s) => new Promise((done) => setTimeout(done, s * 1000));

async function main() {
  for (let n = 0; n < tables; n++) {
    const pair = [new Player(`t${n}`, '1'), new Player(`t${n}`, '0')];
    await Promise.all(pair.map((player) => player.ready));
    for (const player of pair) await player.sync();
  }
  await rest(warm);
  process.stdout.write('begin\n');
  measuring = true;
  const began = performance.now();
  await rest(seconds);
  measuring = false;
  took.sort((a, b) => a - b);
  const share = (p) => took[Math.floor(took.length * p)];
  const spent = (performance.now() - began) / 1000;
  process.stdout.write(JSON.stringify({ moves: took.length, seconds: spent, p50: share(0.5), p99: share(0.99) }) + '\n');
  process.exit(0);
}

main();
