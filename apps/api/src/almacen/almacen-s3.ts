import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'

import type { LugarS3 } from '../config/config-archivos.ts'
import { errors } from '../errors.ts'
import type { Lugar } from './almacen.ts'
import { isObjeto, MARCA } from './nombre.ts'

const PLAZO_MS = 20_000
/** Two more tries of what failed by the network or by the server. */
const PAUSAS_MS = [100, 400] as const
/** A sealed part has a million bytes and little more. */
const MAX_BYTES = 2_000_000

/** Objects of a bucket. The server is told the hash of what it is sent, and refuses what came otherwise. */
export class AlmacenS3 implements Lugar {
  readonly isFirme = true
  readonly #lugar: LugarS3
  readonly #client: AwsClient
  readonly #plazoMs: number

  constructor(lugar: LugarS3, plazoMs: number = PLAZO_MS) {
    this.#lugar = lugar
    this.#plazoMs = plazoMs
    this.#client = new AwsClient({
      accessKeyId: lugar.accessKeyId,
      secretAccessKey: lugar.secreto,
      region: lugar.region,
      service: 's3',
      retries: 0,
    })
  }

  #address = (objeto: string): string => `${this.#lugar.cubo}/${this.#lugar.prefijo}${objeto}`

  async readMarca(): Promise<string | undefined> {
    return (await this.get(MARCA))?.toString('utf8').trim()
  }

  writeMarca(instalacion: string): Promise<void> {
    return this.put(MARCA, Buffer.from(`${instalacion}\n`))
  }

  async put(objeto: string, bytes: Uint8Array): Promise<void> {
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const headers = { 'content-type': 'application/octet-stream', 'x-amz-content-sha256': sha256 }
    await this.#ask(this.#address(objeto), { method: 'PUT', headers, body: bytes as Uint8Array<ArrayBuffer> }, consumed)
  }

  get(objeto: string): Promise<Buffer | undefined> {
    return this.#ask(this.#address(objeto), { method: 'GET' }, async (response) => {
      if (response.status === 404) return consumed(response)
      if (Number(response.headers.get('content-length') ?? 0) > MAX_BYTES) throw new Error('an object larger than any part')
      return Buffer.from(await response.arrayBuffer())
    })
  }

  async remove(objeto: string): Promise<void> {
    await this.#ask(this.#address(objeto), { method: 'DELETE' }, consumed)
  }

  async *list(): AsyncIterable<readonly string[]> {
    const { cubo, prefijo } = this.#lugar
    for (let token: string | undefined, isMore = true; isMore;) {
      const query = new URLSearchParams({ 'list-type': '2', prefix: prefijo, ...(token !== undefined && { 'continuation-token': token }) })
      const page = (await this.#ask(`${cubo}?${query.toString()}`, { method: 'GET' }, (response) => response.text())) ?? ''
      const keys = [...page.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = '']) => key.slice(prefijo.length))
      yield keys.filter(isObjeto)
      token = /<NextContinuationToken>([^<]+)<\/NextContinuationToken>/.exec(page)?.[1]
      isMore = token !== undefined
    }
  }

  /** Asks again where it may help; what the server refuses it would refuse again. @throws 503 */
  async #ask<T>(address: string, init: RequestInit, read: (response: Response) => Promise<T>): Promise<T> {
    for (let intento = 0; ; intento++) {
      try {
        const request = await this.#client.sign(address, init)
        const response = await fetch(request, { redirect: 'error', signal: AbortSignal.timeout(this.#plazoMs) })
        if (response.ok || (response.status === 404 && init.method !== 'PUT')) return await read(response)
        await consumed(response)
        throw new Refused(response.status)
      } catch (error) {
        const pausa = error instanceof Refused && error.isFinal ? undefined : PAUSAS_MS[intento]
        if (pausa === undefined) throw errors.storageAway(error)
        await wait(pausa)
      }
    }
  }
}

/** Reads an answer to its end, so that its connection serves again. */
const consumed = async (response: Response): Promise<undefined> => {
  await response.arrayBuffer()
  return undefined
}

class Refused extends Error {
  /** Asked again, it would be refused again: the keys are wrong, or there is no such bucket. */
  readonly isFinal: boolean

  constructor(status: number) {
    super(`the storage of files answered ${status}`)
    this.isFinal = status >= 400 && status < 500 && status !== 408 && status !== 429
  }
}
