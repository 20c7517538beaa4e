import { expect, it } from 'vitest'

import { openP12 } from './p12-reader.ts'

const PETICION = { bytes: new Uint8Array(1), password: '', ruc: '1790012344001', now: new Date(0) }
const threadThat = (does: string) => {
  const code = `import { parentPort } from 'node:worker_threads'; parentPort.once('message', () => { ${does} }); parentPort.postMessage('ready')`
  return new URL(`data:text/javascript,${encodeURIComponent(code)}`)
}

it('ends a thread that does not come back in time', async () => {
  await expect(openP12(PETICION, { thread: threadThat('for (;;);'), deadlineMs: 50 })).rejects.toMatchObject({
    code: 'DERIVACION_EXCESIVA',
  })
})

it('survives a thread that takes all the memory it can', async () => {
  const hungry = threadThat('const all = []; for (;;) all.push(new Array(100000).fill(all.length))')
  await expect(openP12(PETICION, { thread: hungry, deadlineMs: 20_000 })).rejects.toMatchObject({ code: 'DANADO' })
})

it('opens two files at once, no more', async () => {
  const opening = [1, 2, 3].map(() => openP12(PETICION, { thread: threadThat(`parentPort.postMessage({ ok: false, codigo: 'VACIO' })`) }))
  const results = await Promise.allSettled(opening)
  expect(results.map((result) => (result as PromiseRejectedResult).reason.code)).toEqual(['VACIO', 'VACIO', 'TOO_MANY'])
})
