import "./ui/tokens.css";
import "./ui/ground.css";
import "./ui/pieces.css";
import "./ui/desk.css";
import { mount } from "svelte";
import App from "./App.svelte";

const target = document.getElementById("app");
if (target) mount(App, { target });
