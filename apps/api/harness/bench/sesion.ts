import { assignedMenus, authBusiness, authSession, encodePassword, pathOf, type Endpoint } from '@yupana/contract'

import { codecKeyOf } from '../../src/secretos/codec-key.ts'
import type { Bench } from './bench.ts'
import { figuraOf, percentile } from './figura.ts'
import { CLAVE_MAESTRA, startInstallation } from './installation.ts'
import { PASSWORD, prepareEmisores, USUARIO } from './prepare.ts'

const SOLOS = 20
const LECTURAS = 500
const A_LA_VEZ = 200
/** People who sign in; one account may have only twenty waiting sign-ins from unknown networks. */
const PERSONAS = 20
const CODEC = codecKeyOf(CLAVE_MAESTRA)

interface Timed {
  status: number
  ms: number
}

async function timed(work: () => Promise<Response>): Promise<Timed> {
  const began = performance.now()
  const response = await work()
  await response.arrayBuffer()
  return { status: response.status, ms: performance.now() - began }
}

const msOf = (all: readonly Timed[]) => all.map(({ ms }) => ms)

/** Sign-ins, alone and all at once, and their effect on other calls. */
export const sesion: Bench = async ({ say }) => {
  const installation = await startInstallation({ apiOnly: true })
  try {
    const [{ token } = { token: '' }] = await prepareEmisores(installation, { cuantas: PERSONAS, conFirma: false })
    const { baseUrl } = installation
    // Each from a network of its own, because the limits of one network are not measured here.
    const signIn = (n: number) =>
      timed(() =>
        fetch(baseUrl + pathOf(authBusiness), {
          method: 'POST',
          body: JSON.stringify({ email: `${USUARIO}${(n % PERSONAS) + 1}`, pass: encodePassword(PASSWORD, CODEC) }),
          headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.${n >> 8}.${n & 255}.1` },
        }),
      )
    const read = (endpoint: Endpoint) => timed(() => fetch(baseUrl + pathOf(endpoint), { headers: { authorization: `Bearer ${token}` } }))

    const solos: Timed[] = []
    for (let n = 0; n < SOLOS; n++) solos.push(await signIn(n))
    const lecturas = { sesion: [] as Timed[], menus: [] as Timed[] }
    for (let n = 0; n < LECTURAS; n++) {
      lecturas.sesion.push(await read(authSession))
      lecturas.menus.push(await read(assignedMenus))
    }

    let isOver = false
    const beside: Timed[] = []
    const reading = (async () => {
      while (!isOver) beside.push(await read(authSession))
    })()
    const storm = await Promise.all(Array.from({ length: A_LA_VEZ }, (_, n) => signIn(1_000 + n)))
    isOver = true
    await reading
    const [entered, later] = [200, 429].map((status) => storm.filter((one) => one.status === status).length)
    say(`  ${A_LA_VEZ} a la vez: ${entered} entraron, ${later} recibieron 429; ${beside.length} lecturas entretanto`)
    if (entered === 0 || Number(entered) + Number(later) !== A_LA_VEZ)
      throw new Error(`other answers than 200 and 429: ${[...new Set(storm.map(({ status }) => status))].join(', ')}`)
    return [
      figuraOf({
        name: 'sesion.ingreso-p95',
        what: 'Signing in, one at a time, p95',
        value: percentile(msOf(solos), 0.95),
        unit: 'ms',
        target: { sign: '<=', limit: 500 },
      }),
      figuraOf({
        name: 'sesion.sesion-p95',
        what: 'The session call, one at a time, p95',
        value: percentile(msOf(lecturas.sesion), 0.95),
        unit: 'ms',
        target: { sign: '<=', limit: 20 },
      }),
      figuraOf({
        name: 'sesion.menus-p95',
        what: 'The menu call, one at a time, p95',
        value: percentile(msOf(lecturas.menus), 0.95),
        unit: 'ms',
        target: { sign: '<=', limit: 20 },
      }),
      figuraOf({
        name: 'sesion.a-la-vez',
        what: `Of ${A_LA_VEZ} sign-ins at once, those that waited and entered; the others were told to come again`,
        value: Number(entered),
        unit: 'sign-ins',
        target: { sign: '>=', limit: 50 },
      }),
      figuraOf({
        name: 'sesion.otras-p99',
        what: `Other calls while ${A_LA_VEZ} sign in at once, p99`,
        value: percentile(msOf(beside), 0.99),
        unit: 'ms',
        target: { sign: '<=', limit: 500 },
      }),
    ]
  } finally {
    await installation.stop()
  }
}
