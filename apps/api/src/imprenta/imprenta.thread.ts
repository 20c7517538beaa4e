import os from 'node:os'
import { parentPort } from 'node:worker_threads'

import { hacer } from './hacer.ts'
import { type Pedido, READY } from './mensaje.ts'

// On Linux a priority belongs to a thread: whoever answers people or the SRI goes before the printing.
if (process.platform === 'linux') os.setPriority(0, 5)

parentPort?.on('message', (pedido: Pedido) => {
  void hacer(pedido).then((respuesta) => {
    // A small Buffer lies in a block that others share: only what has its own memory is handed over without copying.
    const isOwn = respuesta.ok && respuesta.bytes.byteLength === respuesta.bytes.buffer.byteLength && respuesta.bytes.buffer instanceof ArrayBuffer
    parentPort?.postMessage(respuesta, isOwn ? [respuesta.bytes.buffer as ArrayBuffer] : [])
  })
})
parentPort?.postMessage(READY)
