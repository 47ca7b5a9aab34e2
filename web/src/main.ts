import "./styles/tokens.css";
import "./styles/ground.css";
import "./styles/pieces.css";
import { mount } from "svelte";
import App from "./App.svelte";

const target = document.getElementById("app");
if (target) mount(App, { target });
