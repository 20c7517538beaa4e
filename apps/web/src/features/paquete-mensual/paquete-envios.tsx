import type { Paquete, PaqueteEnvio } from '@yupana/contract'
import { addMonths, firstOfMonth, nombrePeriodoFiscal } from '@yupana/fiscal'
import { useState } from 'react'

import { Button } from '../../components/button.tsx'
import { Chip, type ChipTone } from '../../components/chip.tsx'
import { FormSection } from '../../components/form/form-parts.tsx'
import { NativeSelect } from '../../components/native-select.tsx'
import { momentoText, today } from '../../lib/formato/format.ts'
import { untilRefused } from '../../lib/http/http-error.ts'
import { createSendingKey } from '../../lib/http/sending-key.ts'
import { useBusy } from '../../lib/pagina/use-busy.ts'
import { hasRight } from '../../lib/sesion/rights.ts'
import classes from './paquete.module.css'
import { enviarPaquete } from './paquete.queries.ts'

const nombreDe = (mes: string) => nombrePeriodoFiscal({ desde: mes, meses: 1 })

/** The present month and the twelve earlier ones. */
const meses = () =>
  Array.from({ length: 13 }, (_, back) => addMonths(firstOfMonth(today()), -back)).map((mes, back) => ({
    value: mes.slice(0, 7),
    label: back === 0 ? `${nombreDe(mes)} (en curso)` : nombreDe(mes),
  }))

const CUENTA: Readonly<Record<Paquete['cuenta'], string | undefined>> = {
  SMTP: undefined,
  FALTA: 'Esta instalación todavía no tiene una cuenta de correo: los envíos esperan.',
  BANDEJA: 'Los correos de un ensayo no salen: quedan en la bandeja de salida.',
}

/** «Enviar ahora», and earlier sendings. */
export function PaqueteEnvios({ paquete }: { paquete: Paquete }) {
  const { envios, cuenta } = paquete
  return (
    <FormSection title="Envíos">
      {CUENTA[cuenta] !== undefined && <p className={classes.quiet}>{CUENTA[cuenta]}</p>}
      {hasRight('declaracion:presentar') && <EnviarAhora correos={paquete.correos} />}
      {envios.length === 0 ? (
        <p className={classes.quiet}>Todavía no se ha enviado ninguno.</p>
      ) : (
        <ul className={classes.envios}>
          {envios.map((envio) => (
            <Envio key={envio.id} envio={envio} />
          ))}
        </ul>
      )}
    </FormSection>
  )
}

function EnviarAhora({ correos }: { correos: readonly string[] }) {
  const [mes, setMes] = useState(() => addMonths(firstOfMonth(today()), -1).slice(0, 7))
  const [keyFor, renew] = useState(createSendingKey)
  const [isBusy, run] = useBusy(() =>
    // A month may be sent again later, with a new key.
    untilRefused(enviarPaquete(mes, keyFor(mes)).then(() => renew(createSendingKey))),
  )
  return (
    <div className={classes.ahora}>
      <NativeSelect label="Mes" value={mes} data={meses()} onChange={({ currentTarget: { value } }) => setMes(value)} />
      <Button variant="default" busy={isBusy} busyLabel="Enviando…" disabled={correos.length === 0} onClick={() => void run()}>
        Enviar ahora
      </Button>
      <p className={classes.quiet}>{correos.length === 0 ? 'Guarde primero a qué correos se envía.' : `A ${correos.join(', ')}`}</p>
    </div>
  )
}

const ESTADO: Readonly<Record<PaqueteEnvio['estado'], { label: string; tone: ChipTone }>> = {
  PENDIENTE: { label: 'En camino', tone: 'progress' },
  ENVIADO: { label: 'Enviado', tone: 'success' },
  FALLIDO: { label: 'No llegó a todos', tone: 'danger' },
  BANDEJA: { label: 'En la bandeja', tone: 'neutral' },
}

function Envio({ envio: { mes, usuario, correos, creado_en: creado, estado, aparte, fallidos } }: { envio: PaqueteEnvio }) {
  const { label, tone } = ESTADO[estado]
  return (
    <li className={classes.envio}>
      <span className={classes.mes}>{nombreDe(mes)}</span>
      <Chip tone={tone}>{label}</Chip>
      <span className={classes.detalle}>
        <span>
          {momentoText(creado)}, {usuario === null ? 'automático' : `por ${usuario}`}
        </span>
        <span>A {correos.join(', ')}</span>
        {fallidos.length > 0 && <span data-bad>No lo recibió {fallidos.join(', ')}</span>}
        {aparte.length > 0 && <span>Sin {aparte.join(', ')}: se descarga en la aplicación</span>}
      </span>
    </li>
  )
}
