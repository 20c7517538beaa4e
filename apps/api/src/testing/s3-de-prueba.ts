import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** What goes wrong with the next call. */
export type FallaS3 = 'error' | 'colgado' | 'cortado' | 'cambiado' | 'huella'

export interface S3DePrueba {
  /** As S3_URL says it. */
  url: string
  objetos: Map<string, Buffer>
  /** Calls that came, as «PUT nombre». */
  llamadas: string[]
  /** What the next calls meet, in their order; undefined lets one pass. */
  fallar(...fallas: (FallaS3 | undefined)[]): void
  close(): Promise<void>
}

const ACCESS_KEY_ID = 'AKPRUEBA'
const SECRETO = 'secreto/de+prueba'
const REGION = 'sa-east-1'
const CUBO = 'archivos'
const PAGINA = 3

const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest('hex')
const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()

/** The signature that the call should carry (AWS Signature Version 4), computed apart from the client's library. */
function signatureOf(request: IncomingMessage, fecha: string, signed: string): string {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://s3')
  searchParams.sort()
  const query = [...searchParams].map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')
  const headers = signed.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
  const canonical = [request.method, pathname, query, headers.join(''), signed, request.headers['x-amz-content-sha256']].join('\n')
  const day = fecha.slice(0, 8)
  const scope = `${day}/${REGION}/s3/aws4_request`
  const key = [day, REGION, 's3', 'aws4_request'].reduce<string | Buffer>((mixed, part) => hmac(mixed, part), `AWS4${SECRETO}`)
  return hmac(key, ['AWS4-HMAC-SHA256', fecha, scope, sha256(canonical)].join('\n')).toString('hex')
}

function isSigned(request: IncomingMessage): boolean {
  const { credential, signed, signature } =
    /Credential=(?<credential>[^,]+), SignedHeaders=(?<signed>[^,]+), Signature=(?<signature>\w+)/.exec(request.headers.authorization ?? '')
      ?.groups ?? {}
  const fecha = String(request.headers['x-amz-date'])
  return credential?.startsWith(`${ACCESS_KEY_ID}/`) === true && signature === signatureOf(request, fecha, signed ?? '')
}

/** A server of buckets on this machine: what the product asks of one, signatures and hashes looked at, and the faults it may have. */
export async function startS3(): Promise<S3DePrueba> {
  const objetos = new Map<string, Buffer>()
  const llamadas: string[] = []
  const fallas: (FallaS3 | undefined)[] = []
  const refuse = (response: ServerResponse, status: number, code: string) =>
    response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`)

  function list(response: ServerResponse, query: URLSearchParams): void {
    const after = query.get('continuation-token') ?? ''
    const names = [...objetos.keys()].filter((name) => name.startsWith(query.get('prefix') ?? '') && name > after).sort()
    const page = names.slice(0, PAGINA)
    const contents = page.map((name) => `<Contents><Key>${name}</Key></Contents>`)
    const next = names.length > PAGINA ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    response.end(`<?xml version="1.0"?><ListBucketResult>${contents.join('')}${next}</ListBucketResult>`)
  }

  function send(response: ServerResponse, objeto: Buffer, falla: FallaS3 | undefined): void {
    response.writeHead(200, { 'content-length': objeto.length })
    if (falla === 'cortado') response.write(objeto.subarray(0, objeto.length / 2), () => response.destroy())
    else response.end(falla === 'cambiado' ? objeto.map((byte, at) => (at === 20 ? byte ^ 1 : byte)) : objeto)
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<unknown> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://s3')
    const [, cubo, ...rest] = pathname.split('/')
    const nombre = rest.join('/')
    llamadas.push(`${request.method} ${nombre}`)
    const falla = fallas.shift()
    const body = await buffer(request)
    if (falla === 'colgado') return undefined
    if (falla === 'error') return refuse(response, 500, 'InternalError')
    if (!isSigned(request)) return refuse(response, 403, 'SignatureDoesNotMatch')
    if (cubo !== CUBO) return refuse(response, 404, 'NoSuchBucket')
    if (request.method === 'GET' && nombre === '') return list(response, searchParams)
    if (request.method === 'PUT') {
      if (falla === 'huella' || request.headers['x-amz-content-sha256'] !== sha256(body))
        return refuse(response, 400, 'XAmzContentSHA256Mismatch')
      objetos.set(nombre, body)
      return response.end()
    }
    if (request.method === 'DELETE') {
      objetos.delete(nombre)
      return response.writeHead(204).end()
    }
    const objeto = objetos.get(nombre)
    return objeto ? send(response, objeto, falla) : refuse(response, 404, 'NoSuchKey')
  }

  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${ACCESS_KEY_ID}:${encodeURIComponent(SECRETO)}@127.0.0.1:${port}/${CUBO}/yupana?region=${REGION}`,
    objetos,
    llamadas,
    fallar: (...nuevas) => void fallas.push(...nuevas),
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
