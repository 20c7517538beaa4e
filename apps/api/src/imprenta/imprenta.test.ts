import { afterEach, expect, it, vi } from 'vitest'

import { Imprenta, type ImprentaOptions } from './imprenta.ts'
import { Turnos } from './turnos.ts'

const OPCIONES = { formato: 'A4', marcas: [], producto: 'Yupana' } as const
const open: Imprenta[] = []
afterEach(() => Promise.all(open.splice(0).map((imprenta) => imprenta.close())))

/** A press whose threads do, with the text in `pedido.xml`, what is said; `answer(text)` answers. */
function pressThat(does: string, options: Partial<ImprentaOptions> = {}): Imprenta {
  const code = `import { parentPort } from 'node:worker_threads'
    const answer = (text) => parentPort.postMessage({ ok: true, bytes: new TextEncoder().encode(text) })
    parentPort.on('message', (pedido) => { const text = pedido.xml; ${does} }); parentPort.postMessage('ready')`
  const imprenta = new Imprenta({ hilos: 2, thread: new URL(`data:text/javascript,${encodeURIComponent(code)}`), ...options })
  open.push(imprenta)
  return imprenta
}
const print = async (imprenta: Imprenta, empresa: string, text: string) =>
  new TextDecoder().decode(await imprenta.ride(empresa, text, OPCIONES))

it('a document that does not come back in time is answered 503, and the next one is printed', async () => {
  const imprenta = pressThat(`if (text === 'eterno') for (;;); answer(text)`, { plazoMs: 50 })
  await expect(print(imprenta, 'a', 'eterno')).rejects.toMatchObject({ status: 503, code: 'PRINTING_FAILED', retryAfter: 10 })
  expect(await print(imprenta, 'a', 'otro')).toBe('otro')
})

it('what a crowded machine gives no turn is waited for; what never comes back is not', async () => {
  // As if everything else had the processor.
  const usage = vi.spyOn(process, 'cpuUsage').mockReturnValue({ user: 0, system: 0 })
  const imprenta = pressThat(`if (text === 'tarde') setTimeout(() => answer(text), 1_200)`, { plazoMs: 1_000 })
  try {
    expect(await print(imprenta, 'a', 'tarde')).toBe('tarde')
    await expect(print(imprenta, 'a', 'nunca')).rejects.toMatchObject({ status: 503, code: 'PRINTING_FAILED' })
  } finally {
    usage.mockRestore()
  }
})

it('a thread that takes all memory, throws or ends is answered 503, and others are not touched', async () => {
  const imprenta = pressThat(
    `if (text === 'memoria') { const all = []; for (;;) all.push(new Array(100000).fill(all.length)) } if (text === 'cae') throw new Error('x'); if (text === 'fin') process.exit(3); answer(text)`,
  )
  for (const text of ['memoria', 'cae', 'fin']) {
    const [bad, good] = await Promise.allSettled([print(imprenta, 'a', text), print(imprenta, 'b', 'sano')])
    expect(bad).toMatchObject({ status: 'rejected', reason: { status: 503 } })
    expect(good).toEqual({ status: 'fulfilled', value: 'sano' })
  }
})

it('one company never has all threads, and of what waits it has one place in turn', async () => {
  const imprenta = pressThat(`if (text === 'eterno') for (;;); answer(text)`, { plazoMs: 2_000 })
  const order: string[] = []
  const told = (empresa: string, text: string) =>
    print(imprenta, empresa, text).then(
      (done) => order.push(done),
      (error: { code: string }) => order.push(error.code),
    )
  const all = [told('a', 'eterno'), ...[1, 2, 3].map((n) => told('a', `a${n}`)), told('b', 'b1'), told('c', 'c1'), told('b', 'b2')]
  await Promise.all(all)
  expect(order).toEqual(['b1', 'c1', 'b2', 'PRINTING_FAILED', 'a1', 'a2', 'a3'])

  const turnos = new Turnos<string>()
  for (const text of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) turnos.add(text[0]!, text)
  expect(Array.from({ length: 7 }, () => turnos.take(() => true))).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', undefined])
})

it('of one company sixty wait, the next is told to come again; others still find their place', async () => {
  const imprenta = pressThat(`setImmediate(() => answer(text))`)
  const printing = Array.from({ length: 61 }, () => print(imprenta, 'a', 'x'))
  await expect(print(imprenta, 'a', 'x')).rejects.toMatchObject({ status: 429, retryAfter: 5 })
  expect(await print(imprenta, 'b', 'y')).toBe('y')
  expect(await Promise.all(printing)).toHaveLength(61)
})

it('O-122 of one person eight pictures wait, the next is told to come again at once', async () => {
  const imprenta = pressThat(`setImmediate(() => answer('x'))`)
  const upload = (quien: string) => imprenta.imagen(quien, new Uint8Array(1), { maxLado: 1, caja: { ancho: 1, alto: 1 }, aplanada: true })
  const answers = await Promise.allSettled(Array.from({ length: 60 }, () => upload('a')))
  const refused = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason as unknown] : []))
  expect(refused).toHaveLength(51)
  for (const error of refused) expect(error).toMatchObject({ status: 429, retryAfter: 5 })
  await upload('b')
})

it('one picture at a time is made anew, whoever sends it: it may take all the memory that is meant for it', async () => {
  const imprenta = pressThat(`const { dentro } = pedido.exigencia; const others = Atomics.add(dentro, 0, 1); Atomics.notify(dentro, 0)
    Atomics.wait(dentro, 0, 1, 300); Atomics.sub(dentro, 0, 1); answer(String(others))`)
  const exigencia = { maxLado: 1, caja: { ancho: 1, alto: 1 }, aplanada: true, dentro: new Int32Array(new SharedArrayBuffer(4)) }
  const made = await Promise.all(['a', 'b'].map((quien) => imprenta.imagen(quien, new Uint8Array(1), exigencia)))
  expect(made.map(({ bytes }) => new TextDecoder().decode(bytes))).toEqual(['0', '0'])
})

it('of all companies two hundred wait, the next is answered 503', async () => {
  const imprenta = pressThat(`setImmediate(() => answer(text))`)
  const printing = Array.from({ length: 202 }, (_, n) => print(imprenta, `empresa ${n}`, 'x'))
  await expect(print(imprenta, 'otra', 'x')).rejects.toMatchObject({ status: 503, code: 'PRINTING_BUSY' })
  expect(await Promise.all(printing)).toHaveLength(202)
})

it("what waits too long for its turn is answered 503, and 429 behind one's own", async () => {
  const imprenta = pressThat(`if (text === 'eterno') for (;;); answer(text)`, { plazoMs: 300, esperaMs: 20 })
  const [first, second, third] = await Promise.allSettled(['eterno', 'otro', 'y otro'].map((text) => print(imprenta, 'a', text)))
  expect(first).toMatchObject({ reason: { code: 'PRINTING_FAILED' } })
  expect(second).toMatchObject({ reason: { code: 'PRINTING_BUSY' } })
  expect(third).toMatchObject({ reason: { status: 429, retryAfter: 5 } })
})

it('ends while it draws: what is drawn and what waits is answered 503', async () => {
  const imprenta = pressThat(`if (text === 'eterno') for (;;); answer(text)`)
  const printing = ['eterno', 'otro'].map((text) => print(imprenta, 'a', text))
  await print(imprenta, 'b', 'sano')
  const [answers] = await Promise.all([Promise.allSettled(printing), imprenta.close()])
  expect(answers).toMatchObject([{ reason: { code: 'UNAVAILABLE' } }, { reason: { code: 'UNAVAILABLE' } }])
  await expect(print(imprenta, 'a', 'tarde')).rejects.toMatchObject({ status: 503 })
})
