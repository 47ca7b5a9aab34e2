// From one scene to the next, as the server tells it: what is absent stays as it is (server/wire/scene_diff.py).
import type {
  Goal,
  GoalEnd,
  Mark,
  Preview,
  PreviewChange,
  Reach,
  ReachSent,
  Scene,
  SceneChange,
  Thing,
  ThingChange,
  Update,
  Zone,
  ZoneChange,
} from "../wire/types";

type Things = ReadonlyMap<string, Thing>;

/** The next scene: unchanged zones stay the same objects, so that only what changed is drawn anew. */
export function applied(scene: Scene, change: SceneChange): Scene {
  const gone = new Set(change.gone_zones ?? []);
  const zones = new Map(scene.zones.filter((zone) => !gone.has(zone.id)).map((zone) => [zone.id, zone]));
  const lying = asked(() => lyingIn(scene.zones));
  for (const part of change.zones ?? []) zones.set(part.id, changedZone(zones.get(part.id), part, lying));
  const order = change.order?.length ? change.order : [...zones.keys()];
  const shown = order.flatMap((id) => zones.get(id) ?? []);
  return {
    zones: shown,
    plates: change.plates ?? scene.plates ?? [],
    notes: between(scene.notes ?? [], change.notes, change.kept_notes),
    previews: changedPreviews(scene.previews ?? [], change),
    reaches: change.reached
      ? reached(scene.reaches ?? [], change.ends ?? [], change.reached, shown)
      : (scene.reaches ?? []),
    terms: change.terms ?? scene.terms ?? [],
    usual: change.usual ?? scene.usual ?? [],
  };
}

/** The scene that an update tells, from the one that was seen last. */
export function arrived(before: Scene | null, update: Update): Scene | null {
  if (update.seen.scene || !before) return update.seen.scene ?? null;
  const changes = update.rest ? [...(update.beats ?? []).map((beat) => beat.change), update.rest] : [update.change];
  return changes.reduce<Scene>((scene, change) => (change ? applied(scene, change) : scene), before);
}

/** Looked for once, if somebody asks. */
function asked<T>(look: () => T): () => T {
  let found: T | null = null;
  return () => (found ??= look());
}

function lyingIn(zones: readonly Zone[]): Things {
  return new Map(zones.flatMap((zone) => (zone.things ?? []).map((thing) => [thing.id, thing])));
}

function changedZone(zone: Zone | undefined, part: ZoneChange, lying: () => Things): Zone {
  if (part.whole) return part.whole;
  if (!zone) return { id: part.id };
  const gone = new Set(part.gone ?? []);
  const things = new Map((zone.things ?? []).filter((one) => !gone.has(one.id)).map((one) => [one.id, one]));
  for (const thing of part.put ?? []) things.set(thing.id, thing);
  for (const one of part.changed ?? []) {
    const thing = changedThing(things.get(one.id) ?? lying().get(one.id), one);
    if (thing) things.set(one.id, thing);
  }
  return {
    ...zone,
    things: placed([...things.values()], part.places ?? [], (thing) => thing.id),
    marks: between(zone.marks ?? [], orderedMarks(zone.marks ?? [], part), part.kept),
  };
}

/** The marks between those that are kept: some of before, some new, or all of them new. */
function orderedMarks(before: readonly Mark[], { marks, order }: ZoneChange): Mark[] | null | undefined {
  const all = [...before, ...(marks ?? [])];
  return marks && order?.length ? order.flatMap((n) => all[n] ?? []) : marks;
}

function changedThing(thing: Thing | undefined, change: ThingChange): Thing | undefined {
  return thing && { ...thing, ...change };
}

function changedPreviews(before: readonly Preview[], change: SceneChange): Preview[] {
  const gone = new Set(change.gone_previews ?? []);
  const left = new Map(before.filter((one) => !gone.has(one.thing)).map((one) => [one.thing, one]));
  for (const one of change.previews ?? []) left.set(one.thing, one);
  for (const part of change.changed_previews ?? []) {
    const one = left.get(part.thing);
    if (one) left.set(part.thing, changedPreview(one, part));
  }
  return placed([...left.values()], change.preview_places ?? [], (one) => one.thing);
}

function changedPreview(before: Preview, part: PreviewChange): Preview {
  return {
    ...before,
    marks: between(before.marks ?? [], part.marks, part.kept),
    notes: between(before.notes ?? [], part.notes, part.kept_notes),
  };
}

/** Reaches as they were before they were told in short. */
function reached(
  before: readonly Reach[],
  fresh: readonly GoalEnd[],
  told: readonly ReachSent[],
  zones: readonly Zone[],
): Reach[] {
  const ends = [...endsOf(before), ...fresh];
  const known = new Map(before.flatMap((reach) => (reach.ghosts ?? []).map((ghost) => [ghost.id, ghost])));
  for (const [id, thing] of lyingIn(zones)) known.set(id, thing);
  return told.map(({ lead = [], goals = [], lying = [], ghosts = [], ...reach }) => {
    const shown = [...ghosts, ...lying.flatMap((one) => changedThing(known.get(one.id), one) ?? [])];
    for (const ghost of shown) known.set(ghost.id, ghost);
    const written = goals.map(([end, x, y, turn]): Goal => {
      const [picks, text] = ends[end] ?? [[], ""];
      return { picks: [...lead, ...picks], at: [x, y], turn, text };
    });
    return { ...reach, goals: written, ghosts: shown };
  });
}

/** What goals end in after the picks that all of their reach begin with, each once, in order. */
function endsOf(reaches: readonly Reach[]): GoalEnd[] {
  const ends = new Map<string, GoalEnd>();
  for (const { goals = [] } of reaches) {
    const lead = leadOf(goals);
    for (const goal of goals) {
      const end: GoalEnd = [goal.picks.slice(lead), goal.text ?? ""];
      const name = JSON.stringify(end);
      if (!ends.has(name)) ends.set(name, end);
    }
  }
  return [...ends.values()];
}

/** How many first picks all goals share; each has one more at least. */
function leadOf(goals: readonly Goal[]): number {
  const [first] = goals;
  if (!first) return 0;
  const most = Math.min(...goals.map((goal) => goal.picks.length)) - 1;
  let lead = 0;
  while (lead < most && goals.every((goal) => goal.picks[lead] === first.picks[lead])) lead += 1;
  return lead;
}

/** What lies elsewhere in the list is taken out, then laid there, the lowest place first. */
function placed<T>(all: T[], places: readonly (readonly [string, number])[], name: (one: T) => string): T[] {
  if (!places.length) return all;
  const moved = new Map(all.map((one) => [name(one), one]));
  const elsewhere = new Set(places.map(([id]) => id));
  const order = all.filter((one) => !elsewhere.has(name(one)));
  for (const [id, at] of places) {
    const one = moved.get(id);
    if (one) order.splice(at, 0, one);
  }
  return order;
}

/** What is new stands between those of before that are kept. */
function between<T>(before: T[], news: T[] | null | undefined, kept: readonly [number, number] = [0, 0]): T[] {
  return news ? [...before.slice(0, kept[0]), ...news, ...before.slice(before.length - kept[1])] : before;
}
