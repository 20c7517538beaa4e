/** The simulator's control address. */
export class Control {
  readonly url: string

  constructor(url: string) {
    this.url = url
  }

  async post(place: string, body: unknown): Promise<void> {
    const answer = await fetch(`${this.url}/${place}`, { method: 'POST', body: JSON.stringify(body), signal: AbortSignal.timeout(10_000) })
    if (!answer.ok) throw new Error(`control ${place}: ${answer.status} ${await answer.text()}`)
  }

  /** Makes the authority healthy: its planned failures are deleted, its ledger and clock stay. */
  async heal(): Promise<void> {
    await fetch(`${this.url}/fallas`, { method: 'DELETE', signal: AbortSignal.timeout(10_000) })
  }

  /** Claves received by the authority, one entry per accepted transmission. */
  async claves(): Promise<string[]> {
    const answer = await fetch(`${this.url}/libro`)
    const lines = (await answer.text()).split('\n').filter(Boolean)
    return lines
      .map((line) => JSON.parse(line) as { clave: string; autorizacion?: object })
      .filter(({ autorizacion }) => autorizacion)
      .map(({ clave }) => clave)
  }
}
