import os from 'node:os'
import { parentPort } from 'node:worker_threads'

import { hacer } from './hacer.ts'
import { type Pedido, READY } from './mensaje.ts'

// On Linux a priority belongs to a thread: whoever answers people or the SRI goes before the printing.
if (process.platform === 'linux') os.setPriority(0, 10)

parentPort?.on('message', (pedido: Pedido) => {
  // Copied, not handed over: the memory of a picture belongs to its library.
  void hacer(pedido).then((respuesta) => parentPort?.postMessage(respuesta))
})
parentPort?.postMessage(READY)
