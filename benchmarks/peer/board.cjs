// The board of the walk: 7 by 7, eight pieces against five.
const SIZE = 7;
const START = new Array(SIZE * SIZE).fill(0);
for (const at of [3, 10, 21, 22, 26, 27, 38, 45]) START[at] = 1;
for (const at of [17, 23, 25, 31, 24]) START[at] = 2;

function walks(board, at) {
  const found = [];
  for (const [dx, dy] of [[1, 0], [0, 1], [-1, 0], [0, -1]]) {
    let x = (at % SIZE) + dx;
    let y = Math.floor(at / SIZE) + dy;
    while (x >= 0 && x < SIZE && y >= 0 && y < SIZE && !board[y * SIZE + x]) {
      found.push(y * SIZE + x);
      x += dx;
      y += dy;
    }
  }
  return found;
}

module.exports = { START, walks };
