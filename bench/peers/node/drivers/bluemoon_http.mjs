// Requests to Blue Moon's gateway on kept connections.
import http from 'node:http';

const PLATFORM_CONNECTIONS_MAX = 8;
const platformAgent = new http.Agent({ keepAlive: true, maxSockets: PLATFORM_CONNECTIONS_MAX });

export const seatAgent = () => new http.Agent({ keepAlive: true, maxSockets: 1 });

export const platformCall = (target, method, path, body) => call(platformAgent, target, method, path, target.key, body);

export function call(agent, { gateway }, method, path, token, body) {
  const { hostname, port } = new URL(gateway);
  const text = body === undefined ? '' : JSON.stringify(body);
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  };
  return new Promise((resolve, reject) => {
    const request = http.request({ agent, method, path, hostname, port, headers }, (response) => {
      let answer = '';
      response.setEncoding('utf8');
      response.on('data', (part) => (answer += part));
      response.on('end', () => {
        if (response.statusCode < 300) resolve(answer && JSON.parse(answer));
        else reject(new Error(`${method} ${path}: ${response.statusCode} ${answer}`));
      });
    });
    request.on('error', reject);
    request.end(text);
  });
}
