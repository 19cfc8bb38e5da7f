import type {
  CommandOutcome,
  LiveFromClient,
  LiveToClient,
  LobbyTopic,
  PlayerTopic,
  SendCommand,
  TableTopic,
} from "../contract/live";
import { backoffMs } from "../gateway/pause";
import { AwaitedOutcomes } from "./awaited_outcomes";

export type Topic = TableTopic | LobbyTopic | PlayerTopic;
export type Frame = Exclude<LiveToClient, { type: "heartbeat" } | { type: "goodbye" } | { type: "outcome" }>;
/** A command of the seat that a subscription follows. */
export type LiveCommand = Omit<SendCommand, "type" | "subscription">;
export type ConnectionState = "connecting" | "open" | "lost";

const FIRST_BACKOFF_MS = 300;
const BACKOFF_MS_MAX = 8_000;
/** Three missed heartbeats: the connection is dead even if the browser reports it as open. */
const SILENCE_MS_MAX = 45_000;

/** What a subscriber gets. */
export interface Subscription {
  unsubscribe: () => void;
  /**
   * Send a command and wait for its outcome. Null if the socket is not open, or if no outcome came on it:
   * the command may have arrived, and sending it again is safe.
   */
  sendCommand: (command: LiveCommand) => Promise<CommandOutcome | null>;
}

interface Subscriber {
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
  #subscriptions = new Map<string, Subscriber>();
  #outcomes = new AwaitedOutcomes();
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

  /** Subscribe to a topic. */
  subscribe(topic: () => Topic, onFrame: (frame: Frame) => void): Subscription {
    const id = String(this.#nextId++);
    this.#subscriptions.set(id, { topic, onFrame });
    if (this.#isOpen) this.#send({ type: "subscribe", id, topic: topic() });
    else this.#connectNow();
    return {
      unsubscribe: () => this.#unsubscribe(id),
      sendCommand: (command) => this.#sendCommand(id, command),
    };
  }

  #unsubscribe(id: string): void {
    this.#subscriptions.delete(id);
    this.#outcomes.giveUp(id);
    if (this.#isOpen) this.#send({ type: "unsubscribe", id });
    if (this.#subscriptions.size === 0) this.#disconnect();
  }

  async #sendCommand(subscription: string, command: LiveCommand): Promise<CommandOutcome | null> {
    if (!this.#isOpen || !this.#subscriptions.has(subscription)) return null;
    const outcome = this.#outcomes.wait(subscription, command.id);
    this.#send({ type: "command", subscription, ...command });
    return await outcome;
  }

  get #isOpen(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  #disconnect(): void {
    if (this.#reconnectTimer) clearTimeout(this.#reconnectTimer);
    this.#reconnectTimer = null;
    if (this.#silenceTimer) clearTimeout(this.#silenceTimer);
    const socket = this.#socket;
    this.#socket = null;
    this.#outcomes.giveUp();
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
      } else if (frame.type === "outcome") {
        this.#outcomes.settle(frame);
      } else if (frame.type !== "heartbeat" && frame.id !== null) {
        if (frame.type === "subscription_ended") this.#outcomes.giveUp(frame.id);
        this.#subscriptions.get(frame.id)?.onFrame(frame);
      }
    };
    socket.onclose = () => {
      if (this.#socket !== socket) return;
      this.#socket = null;
      this.#outcomes.giveUp();
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
