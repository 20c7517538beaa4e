import {
  authBusiness,
  authLogin,
  encodePassword,
  pathOf,
  type Ingreso,
  type CodecKey,
  type Endpoint,
  type Envelope,
  type ErrorBody,
  type Session,
} from '@yupana/contract'

const PATIENCE_MS = 15_000

/** A refusal of the API, with its words. */
export class Refused extends Error {
  readonly status: number
  readonly problems: ErrorBody['data']

  constructor(status: number, { msg, data }: Pick<ErrorBody, 'msg' | 'data'>) {
    super(msg)
    this.status = status
    this.problems = data
  }
}

interface CallOptions {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  idempotencyKey?: string
}

/** A normal client of the HTTP API: it knows address, contract and password. */
export class ApiClient {
  readonly #base: string
  #token: string | undefined

  /** @param base address with the segment: http://127.0.0.1:8080/app */
  constructor(base: string) {
    this.#base = base
  }

  async #send(endpoint: Endpoint, { params, query, body, idempotencyKey }: CallOptions): Promise<Response> {
    const answer = await fetch(`${this.#base}${pathOf(endpoint, params)}${query ? `?${new URLSearchParams(query).toString()}` : ''}`, {
      method: endpoint.method,
      signal: AbortSignal.timeout(PATIENCE_MS),
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(this.#token && { authorization: `Bearer ${this.#token}` }),
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (answer.ok) return answer
    const refusal = (await answer.json().catch(() => undefined)) as ErrorBody | undefined
    throw new Refused(answer.status, { msg: refusal?.msg ?? `HTTP ${answer.status}`, data: refusal?.data ?? [] })
  }

  async call<T>(endpoint: Endpoint, options: CallOptions = {}): Promise<T> {
    return ((await (await this.#send(endpoint, options)).json()) as Envelope<T>).data
  }

  async download(endpoint: Endpoint, options: CallOptions): Promise<Buffer> {
    return Buffer.from(await (await this.#send(endpoint, options)).arrayBuffer())
  }

  /** The two calls of the sign-in, for users without a second factor; `choose` picks one of several companies. */
  async signIn(username: string, password: string, codec: CodecKey, choose: (names: readonly string[]) => number): Promise<Session> {
    const first = await this.call<Ingreso>(authBusiness, { body: { email: username, pass: encodePassword(password, codec) } })
    const session = 'session' in first ? first.session : await this.#chooseCompany(first, password, codec, choose)
    this.#token = session.token
    return session
  }

  async #chooseCompany(
    { username, companies }: Extract<Ingreso, { companies: unknown }>,
    password: string,
    codec: CodecKey,
    choose: (names: readonly string[]) => number,
  ): Promise<Session> {
    const idEmpresa = companies[choose(companies.map(({ name }) => name))]?.id ?? ''
    return (await this.call<{ session: Session }>(authLogin, { body: { idEmpresa, username, password: encodePassword(password, codec) } }))
      .session
  }
}
