import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'

import type { Bench } from './bench.ts'
import { figuraOf } from './figura.ts'
import { startOwnProcess } from './generator.ts'
import { PASSWORD_P12, issueP12, rucOf } from './prepare.ts'
import { messageOf, stopProcess } from './process-group.ts'
import { isRideMedido, type RidePedido } from './ride-load.ts'

export const ride: Bench = async ({ say }) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'yupana-bench-ride-'))
  const p12 = await issueP12(folder, rucOf(1)).finally(() => rmSync(folder, { recursive: true, force: true }))
  const child = await startOwnProcess('ride', ['--expose-gc'])
  try {
    const done = messageOf(child, isRideMedido)
    child.send({ p12: p12.toString('base64'), passwordP12: PASSWORD_P12 } satisfies RidePedido)
    const { cpu10, cpu100, bytes10, rss, heap } = await done
    say(
      `  PDF de 10 líneas: ${Math.round(bytes10 / 1024)} KB; memoria ${rss.early.toFixed(0)} → ${rss.late.toFixed(0)} MB, montón ${heap.early.toFixed(1)} → ${heap.late.toFixed(1)} MB`,
    )
    return [
      figuraOf({
        name: 'ride.cpu-10-lineas',
        what: 'CPU of the A4 RIDE of a 10-line factura, warm',
        value: cpu10,
        unit: 'ms',
        target: { sign: '<=', limit: 15 },
      }),
      figuraOf({
        name: 'ride.cpu-100-lineas',
        what: 'The same of 100 lines',
        value: cpu100,
        unit: 'ms',
        target: { sign: '<=', limit: 60 },
      }),
      figuraOf({
        name: 'ride.memoria',
        what: 'Resident memory after 10,000 RIDEs',
        value: rss.late,
        unit: 'MB',
        reference: { value: rss.early, what: 'around the 2,000th' },
        target: { sign: '<=', limit: 1.1, ofRatio: true },
      }),
      figuraOf({
        name: 'ride.monton',
        what: 'Heap in use after 10,000 RIDEs, collected',
        value: heap.late,
        unit: 'MB',
        reference: { value: heap.early, what: 'around the 2,000th' },
        target: { sign: '<=', limit: 1.1, ofRatio: true },
      }),
    ]
  } finally {
    await stopProcess(child)
  }
}
