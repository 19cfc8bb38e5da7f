import { createHash } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import type { LiveFromClient, LiveToClient } from "../contract/live";

const WEBSOCKET_GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
const TEXT = 0x81;
const CLOSE = 0x8;

/** The server side of a connection. */
export class ServerConnection {
  readonly received: LiveFromClient[] = [];

  constructor(private readonly socket: Socket) {}

  send(frame: LiveToClient): void {
    const text = Buffer.from(JSON.stringify(frame));
    const head =
      text.length < 126
        ? Buffer.from([TEXT, text.length])
        : Buffer.from([TEXT, 126, text.length >> 8, text.length & 0xff]);
    this.socket.write(Buffer.concat([head, text]));
  }

  /** Drop the connection without a closing handshake. */
  drop(): void {
    this.socket.destroy();
  }
}

/** A minimal real WebSocket server. */
export class LiveServer {
  readonly connections: ServerConnection[] = [];
  /** Called for each frame that a client has sent. */
  onFrame: (frame: LiveFromClient, connection: ServerConnection) => void = () => {};
  #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    server.on("upgrade", (request, socket: Socket) => {
      const key = `${request.headers["sec-websocket-key"]}${WEBSOCKET_GUID}`;
      const accept = createHash("sha1").update(key).digest("base64");
      socket.write(
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n" +
          `Sec-WebSocket-Accept: ${accept}\r\n\r\n`,
      );
      socket.on("error", () => {});
      const connection = new ServerConnection(socket);
      this.connections.push(connection);
      let read = Buffer.alloc(0);
      socket.on("data", (bytes: Buffer) => {
        read = parseFrames(Buffer.concat([read, bytes]), (opcode, text) => {
          if (opcode === CLOSE) return void socket.end();
          const frame = JSON.parse(text) as LiveFromClient;
          connection.received.push(frame);
          this.onFrame(frame, connection);
        });
      });
    });
  }

  static async start(): Promise<LiveServer> {
    const server = createServer();
    const live = new LiveServer(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return live;
  }

  get url(): string {
    return `ws://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get newest(): ServerConnection | undefined {
    return this.connections.at(-1);
  }

  stop(): void {
    for (const connection of this.connections) connection.drop();
    this.#server.close();
  }
}

/** Parse masked client frames and return the unparsed rest. */
function parseFrames(
  bytes: Buffer<ArrayBuffer>,
  onFrame: (opcode: number, text: string) => void,
): Buffer<ArrayBuffer> {
  let rest = bytes;
  while (rest.length >= 6) {
    let length = rest[1]! & 0x7f;
    const long = length === 126;
    if (long) length = rest.readUInt16BE(2);
    const maskAt = long ? 4 : 2;
    const end = maskAt + 4 + length;
    if (rest.length < end) break;
    const mask = rest.subarray(maskAt, maskAt + 4);
    const text = Buffer.from(rest.subarray(maskAt + 4, end)).map((byte, index) => byte ^ mask[index % 4]!);
    onFrame(rest[0]! & 0xf, Buffer.from(text).toString());
    rest = rest.subarray(end);
  }
  return rest;
}
