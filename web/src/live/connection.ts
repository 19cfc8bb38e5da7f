import type { LiveFromClient, LiveToClient, LobbyTopic, PlayerTopic, TableTopic } from "../contract/live";
import { backoffMs } from "../gateway/pause";

export type Topic = TableTopic | LobbyTopic | PlayerTopic;
export type Frame = Exclude<LiveToClient, { type: "heartbeat" } | { type: "goodbye" }>;
export type ConnectionState = "connecting" | "open" | "lost";

const FIRST_BACKOFF_MS = 300;
const BACKOFF_MS_MAX = 8_000;
/** Three missed heartbeats: the connection is dead even if the browser reports it as open. */
const SILENCE_MS_MAX = 45_000;

interface Subscription {
  /** Called for each connection, so that it resumes after the last received frame. */
  topic: () => Topic;
  onFrame: (frame: Frame) => void;
}

/**
 * One WebSocket for all subscriptions of this page. It reconnects after interruptions, and every
 * subscription resumes without gaps or duplicates.
 */
export class LiveConnection {
  #socket: WebSocket | null = null;
  /** The URL is being fetched: callers in the meantime share the socket. */
  #connecting = false;
  #subscriptions = new Map<string, Subscription>();
  #nextId = 1;
  #attempt = 0;
  #reconnectTimer: ReturnType<typeof setTimeout> | null = null;
  #silenceTimer: ReturnType<typeof setTimeout> | null = null;
  #state: ConnectionState = "connecting";
  #listeners = new Set<() => void>();

  constructor(private readonly getUrl: () => Promise<string>) {
    globalThis.addEventListener?.("online", () => this.#connectNow());
    globalThis.addEventListener?.("offline", () => this.#socket?.close());
    globalThis.document?.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "visible") this.#connectNow();
    });
  }

  get state(): ConnectionState {
    return this.#state;
  }

  /** Add a listener for `state`; returns a function that removes it. */
  onStateChange = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Subscribe to a topic until the returned function is called. */
  subscribe(topic: () => Topic, onFrame: (frame: Frame) => void): () => void {
    const id = String(this.#nextId++);
    this.#subscriptions.set(id, { topic, onFrame });
    if (this.#socket?.readyState === WebSocket.OPEN) this.#send({ type: "subscribe", id, topic: topic() });
    else this.#connectNow();
    return () => {
      this.#subscriptions.delete(id);
      if (this.#socket?.readyState === WebSocket.OPEN) this.#send({ type: "unsubscribe", id });
      if (this.#subscriptions.size === 0) this.#disconnect();
    };
  }

  #disconnect(): void {
    if (this.#reconnectTimer) clearTimeout(this.#reconnectTimer);
    this.#reconnectTimer = null;
    if (this.#silenceTimer) clearTimeout(this.#silenceTimer);
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.#setState("connecting");
  }

  #send(frame: LiveFromClient): void {
    this.#socket?.send(JSON.stringify(frame));
  }

  #setState(state: ConnectionState): void {
    if (this.#state === state) return;
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }

  /** Connect now instead of after the backoff. */
  #connectNow(): void {
    if (this.#socket || this.#connecting || this.#subscriptions.size === 0) return;
    if (this.#reconnectTimer) clearTimeout(this.#reconnectTimer);
    this.#reconnectTimer = null;
    void this.#connect();
  }

  async #connect(): Promise<void> {
    let socket: WebSocket;
    this.#connecting = true;
    try {
      const url = await this.getUrl();
      if (this.#subscriptions.size === 0) return;
      socket = new WebSocket(`${url}/v1/live`);
    } catch {
      return this.#scheduleReconnect(backoffMs(this.#attempt++, FIRST_BACKOFF_MS, BACKOFF_MS_MAX));
    } finally {
      this.#connecting = false;
    }
    this.#socket = socket;
    let reconnectMs: number | null = null;
    socket.onopen = () => {
      this.#attempt = 0;
      this.#setState("open");
      this.#restartSilenceTimer();
      for (const [id, { topic }] of this.#subscriptions)
        this.#send({ type: "subscribe", id, topic: topic() });
    };
    socket.onmessage = (event: MessageEvent<string>) => {
      this.#restartSilenceTimer();
      const frame = JSON.parse(event.data) as LiveToClient;
      if (frame.type === "goodbye") {
        const jitterMs = frame.reconnect_ms_max - frame.reconnect_ms_min;
        reconnectMs = frame.reconnect_ms_min + Math.random() * jitterMs;
      } else if (frame.type !== "heartbeat" && frame.id !== null) {
        this.#subscriptions.get(frame.id)?.onFrame(frame);
      }
    };
    socket.onclose = () => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      if (this.#silenceTimer) clearTimeout(this.#silenceTimer);
      this.#setState("lost");
      this.#scheduleReconnect(reconnectMs ?? backoffMs(this.#attempt++, FIRST_BACKOFF_MS, BACKOFF_MS_MAX));
    };
  }

  #scheduleReconnect(ms: number): void {
    this.#reconnectTimer = setTimeout(() => {
      this.#reconnectTimer = null;
      this.#connectNow();
    }, ms);
  }

  #restartSilenceTimer(): void {
    if (this.#silenceTimer) clearTimeout(this.#silenceTimer);
    this.#silenceTimer = setTimeout(() => this.#socket?.close(), SILENCE_MS_MAX);
  }
}
