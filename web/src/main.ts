import "./ui/tokens.css";
import "./ui/ground.css";
import "./ui/pieces.css";
import "./ui/desk.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { settings } from "./app/settings.svelte";
import { bringWords } from "./app/words/catalogue";

const target = document.getElementById("app");
if (target) void bringWords(settings.language).then(() => mount(App, { target }));
