// Floor: sends every message back to both seats of its match. No rules, no store.
import { WebSocketServer } from 'ws';

const matches = new Map();
const server = new WebSocketServer({ host: '127.0.0.1', port: 0, perMessageDeflate: false });

server.on('listening', () => console.log(`READY ${server.address().port}`));
server.on('connection', (socket, request) => {
  const match = new URL(request.url, 'ws://local').searchParams.get('match');
  if (!matches.has(match)) matches.set(match, []);
  const seats = matches.get(match);
  seats.push(socket);
  socket.on('message', (message) => {
    for (const seat of seats) seat.send(message, { binary: false });
  });
});
