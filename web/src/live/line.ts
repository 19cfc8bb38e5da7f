import type { GameTopic, LiveFromClient, LobbyTopic, PlayerTopic } from "../contract/live_from_client";
import type { LiveToClient } from "../contract/live_to_client";
import { backoffMs } from "../gateway/pause";

export type Topic = GameTopic | LobbyTopic | PlayerTopic;
export type Frame = Exclude<LiveToClient, { type: "alive" } | { type: "goodbye" }>;
export type LineState = "connecting" | "open" | "lost";

const FIRST_PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 8_000;
/** Three signs of life that did not come: the line is dead, whatever the browser thinks. */
const SILENCE_MS = 45_000;

interface Subscription {
  /** Asked again for each connection, so that it goes on after the last thing that came. */
  topic: () => Topic;
  heard: (frame: Frame) => void;
}

/**
 * One WebSocket for everything this page follows. It comes back after every interruption, and each
 * subscription goes on where it was; nothing is told twice or left out.
 */
export class Line {
  #socket: WebSocket | null = null;
  /** The address is being asked for: whoever comes meanwhile gets the same socket. */
  #connecting = false;
  #subscriptions = new Map<string, Subscription>();
  #nextId = 1;
  #attempt = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #silence: ReturnType<typeof setTimeout> | null = null;
  #state: LineState = "connecting";
  #listeners = new Set<() => void>();

  constructor(private readonly address: () => Promise<string>) {
    globalThis.addEventListener?.("online", () => this.#hurry());
    globalThis.addEventListener?.("offline", () => this.#socket?.close());
    globalThis.document?.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.#hurry();
    });
  }

  get state(): LineState {
    return this.#state;
  }

  /** Told whenever `state` changes; returns how to stop. */
  watch = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Follows a topic until the returned function is called. */
  follow(topic: () => Topic, heard: (frame: Frame) => void): () => void {
    const id = String(this.#nextId++);
    this.#subscriptions.set(id, { topic, heard });
    if (this.#socket?.readyState === WebSocket.OPEN) this.#say({ type: "subscribe", id, topic: topic() });
    else this.#hurry();
    return () => {
      this.#subscriptions.delete(id);
      if (this.#socket?.readyState === WebSocket.OPEN) this.#say({ type: "unsubscribe", id });
      if (this.#subscriptions.size === 0) this.#hangUp();
    };
  }

  #hangUp(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#silence) clearTimeout(this.#silence);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.#become("connecting");
  }

  #say(frame: LiveFromClient): void {
    this.#socket?.send(JSON.stringify(frame));
  }

  #become(state: LineState): void {
    if (this.#state === state) return;
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }

  /** Connects now instead of at the end of a pause. */
  #hurry(): void {
    if (this.#socket || this.#connecting || this.#subscriptions.size === 0) return;
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    void this.#connect();
  }

  async #connect(): Promise<void> {
    let socket: WebSocket;
    this.#connecting = true;
    try {
      const address = await this.address();
      if (this.#subscriptions.size === 0) return;
      socket = new WebSocket(`${address}/v1/live`);
    } catch {
      return this.#later(backoffMs(this.#attempt++, FIRST_PAUSE_MS, LONGEST_PAUSE_MS));
    } finally {
      this.#connecting = false;
    }
    this.#socket = socket;
    let pauseMs: number | null = null;
    socket.onopen = () => {
      this.#attempt = 0;
      this.#become("open");
      this.#listen();
      for (const [id, { topic }] of this.#subscriptions) this.#say({ type: "subscribe", id, topic: topic() });
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      this.#listen();
      const frame = JSON.parse(event.data) as LiveToClient;
      if (frame.type === "goodbye") {
        const span = frame.reconnect_ms_max - frame.reconnect_ms_min;
        pauseMs = frame.reconnect_ms_min + Math.random() * span;
      } else if (frame.type !== "alive" && frame.id !== null) {
        this.#subscriptions.get(frame.id)?.heard(frame);
      }
    };
    socket.onclose = () => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      if (this.#silence) clearTimeout(this.#silence);
      this.#become("lost");
      this.#later(pauseMs ?? backoffMs(this.#attempt++, FIRST_PAUSE_MS, LONGEST_PAUSE_MS));
    };
  }

  #later(ms: number): void {
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#hurry();
    }, ms);
  }

  #listen(): void {
    if (this.#silence) clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#socket?.close(), SILENCE_MS);
  }
}
