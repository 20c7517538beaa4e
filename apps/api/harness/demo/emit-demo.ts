import { randomUUID } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { downloadRide, downloadXml, emitFactura, type CodecKey, type Emitido } from '@yupana/contract'
import { formatMonto } from '@yupana/fiscal'

import { PASSWORD_DEMO, CONTADORA } from '../demostracion/demo-data.ts'
import { ApiClient, Refused } from './api-client.ts'
import { follow, reasonsOf } from './follow.ts'

/** Longest wait for a fresh installation, which makes companies and certificates after the page already answers. */
const FOUNDING_MS = 120_000
const FOLLOW_MS = 120_000

export interface DemoOptions {
  base: string
  codec: CodecKey
  form: unknown
  /** Folder for RIDE and XML. */
  folder: string
  say(line: string): void
}

/** Repeats until the demonstration company is complete. */
async function onceFounded<T>(isMissing: (error: unknown) => boolean, work: () => Promise<T>, onWait: () => void): Promise<T> {
  for (const until = Date.now() + FOUNDING_MS; ; await sleep(500)) {
    try {
      return await work()
    } catch (error) {
      if (!isMissing(error) || Date.now() > until) throw error
      onWait()
    }
  }
}

const lacksUser = (error: unknown) => error instanceof Refused && error.status === 422
const lacksCertificate = (error: unknown) =>
  error instanceof Refused && /firma electrónica vigente/.test(`${error.message} ${error.problems.map(({ message }) => message).join(' ')}`)

/** Emits the form over HTTP and follows it. Answers whether it was authorised. */
export async function emitDemo({ base, codec, form, folder, say }: DemoOptions): Promise<boolean> {
  const api = new ApiClient(base)
  let waits = false
  const onWait = () => {
    if (!waits) say('· Se preparan las empresas de demostración…')
    waits = true
  }
  const session = await onceFounded(lacksUser, () => api.signIn(CONTADORA.username, PASSWORD_DEMO, codec, () => 0), onWait)
  say(`· Sesión de ${session.username} en ${session.businessName} (RUC ${session.businessRuc}), ambiente ${session.ambiente}.`)

  const [id, idempotencyKey] = [randomUUID(), randomUUID()]
  const began = performance.now()
  const emitido = await onceFounded(
    lacksCertificate,
    () => api.call<Emitido>(emitFactura, { params: { id }, body: form, idempotencyKey }),
    onWait,
  )
  say(`· Factura ${emitido.numero} por ${formatMonto(emitido.total, 2)} USD, emitida en ${Math.round(performance.now() - began)} ms.`)
  say(`  Clave de acceso ${emitido.clave}`)
  for (const { message } of emitido.avisos) say(`  Aviso: ${message}`)

  const detalle = await follow(api, id, FOLLOW_MS, say)
  const isAuthorised = detalle.estado === 'AUTORIZADO'
  say(isAuthorised ? `✔ AUTORIZADO por el SRI (${detalle.ambiente}).` : `✖ No está autorizada: ${detalle.estado}.`)
  for (const reason of reasonsOf(detalle)) say(`  ${reason}`)

  mkdirSync(folder, { recursive: true })
  const save = (name: string, bytes: Buffer) => {
    const file = path.join(folder, name)
    writeFileSync(file, bytes)
    say(`  ${file} (${(bytes.length / 1024).toFixed(1)} KB)`)
  }
  say('· Guardado:')
  save(`${emitido.clave}.pdf`, await api.download(downloadRide, { params: { id }, query: { formato: 'A4' } }))
  save(`${emitido.clave}-ticket.pdf`, await api.download(downloadRide, { params: { id }, query: { formato: 'TICKET' } }))
  save(`${emitido.clave}.xml`, await api.download(downloadXml, { params: { id } }))
  return isAuthorised
}
