import net from 'node:net'

/** Why nothing can listen on that port, as one Spanish line; undefined when it is free. */
export async function portProblem(setting: string, host: string, port: number): Promise<{ isBusy: boolean; line: string } | undefined> {
  const code = await tryListen(host, port)
  return code === undefined ? undefined : { isBusy: code === 'EADDRINUSE', line: explain(setting, host, port, code) }
}

function explain(setting: string, host: string, port: number, code: string) {
  if (code === 'EADDRINUSE')
    return `El puerto ${port} (${setting}) está ocupado por otro programa: ciérrelo, o elija otro (${setting}=${port + 10} npm start).`
  if (code === 'EACCES') return `Este usuario no puede usar el puerto ${port} (${setting}): elija uno desde 1024.`
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST=${host} no es una dirección de esta máquina: use 127.0.0.1, o 0.0.0.0 para toda la red.`
  return `No se puede abrir el puerto ${port} (${setting}): ${code}.`
}

function tryListen(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = net.createServer()
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)))
  })
}
