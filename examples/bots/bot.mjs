// A bot for Fimbul over the network, in JavaScript, with nothing but Node.
//
//   node bot.mjs http://127.0.0.1:8080 TOKEN          answer whoever calls this bot by its name
//   node bot.mjs http://127.0.0.1:8080 TOKEN TABLE    play one table (TOKEN may be a seat's own)
//
// It knows no rules: every line of a table's stream holds all options, in words too. `pick` is the
// place for your own ideas.

const [address, token, only] = process.argv.slice(2);

/** Which of line.options? Any of them; each has a `thing` (its id) and `words`. */
function pick(line) {
  return line.options[Math.floor(Math.random() * line.options.length)].thing;
}

/** An open answer. A refusal that says when to try again is tried again then. */
async function ask(path, body) {
  for (;;) {
    const answer = await fetch(address.replace(/\/$/, "") + path, {
      method: body ? "POST" : "GET",
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      body: body && JSON.stringify(body),
    });
    const later = answer.headers.get("Retry-After");
    if (answer.ok || !later) return answer;
    await new Promise((done) => setTimeout(done, 1000 * Number(later)));
  }
}

/** The lines of a stream; empty ones only say that it is open. */
async function* lines(path) {
  const answer = await ask(path);
  if (!answer.ok) throw new Error(await answer.text());
  let rest = "";
  for await (const part of answer.body.pipeThrough(new TextDecoderStream())) {
    const whole = (rest + part).split("\n");
    rest = whole.pop();
    for (const line of whole) if (line.trim()) yield JSON.parse(line);
  }
}

async function choose(table, line) {
  const body = { thing: pick(line), number: line.number, part: line.part };
  const answer = await ask(`/api/bot/tables/${table}/choose`, body);
  // 409: the match has moved on, and the next line says how
  if (!answer.ok && answer.status !== 409) throw new Error(await answer.text());
}

/** To the end of the match; the last line, which holds the result. */
async function play(table) {
  let last = {};
  while (last.state !== "over") // a stream that breaks off is opened again
    for await (const line of lines(`/api/bot/tables/${table}/stream`)) {
      last = line;
      if (line.options.length) await choose(table, line);
    }
  return last;
}

if (only) {
  console.log(JSON.stringify((await play(only)).result));
} else {
  for await (const call of lines("/api/bot/events")) {
    await ask(`/api/bot/tables/${call.table}/sit`, { invite: call.invite });
    play(call.table);
  }
}
