import { useEffect, useRef } from 'react'
import { displayMonto, type Monto } from '@yupana/fiscal'

import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog/dialog.tsx'
import { loadedPart } from '../../components/loaded-part.tsx'
import { NativeSelect } from '../../components/native-select.tsx'
import classes from './dialogos.module.css'
import { holds, nombreOf } from '../../lib/teclado/keyboard.ts'
import { usePreferencias, type Preferencias } from './preferencias.ts'
import { TECLAS_CONFIRMAR } from './teclas.ts'
import { receptorOf, type FilaNeto, type TipoDocumento, type ValoresEmision } from './tipo-documento.ts'

const PasaLimite = loadedPart(async () => (await import('./pasa-limite.tsx')).PasaLimite)
const SinConfirmar = loadedPart(async () => (await import('./sin-confirmar.tsx')).SinConfirmar)

const FORMATOS: readonly { value: Preferencias['impresion']; label: string }[] = [
  { value: 'A4', label: 'Hoja A4' },
  { value: 'TICKET', label: 'Ticket 80 mm' },
]

interface ConfirmarProps<V extends ValoresEmision> {
  tipo: Pick<TipoDocumento<V, unknown>, 'nombre' | 'hasTicket' | 'canSkipQuestion' | 'rotulo' | 'sinTotal' | 'receptorOf'>
  valores: V
  numero: string
  total: Monto
  cambio: Monto | undefined
  /** After what is withheld in the same step. */
  neto: readonly FilaNeto[]
  /** Warnings that do not block. */
  avisos: readonly string[]
  isCorreccion: boolean
  onConfirm: (imprime: boolean) => void
  onCancel: () => void
}

const TOTAL = 'Total'

/** The last look before a number is taken. Enter issues; Ctrl Enter issues and prints. */
export function ConfirmarDialog<V extends ValoresEmision>({
  tipo,
  valores,
  numero,
  total,
  cambio,
  neto,
  avisos,
  isCorreccion,
  onConfirm,
  onCancel,
}: ConfirmarProps<V>) {
  const { preferencias, prefer } = usePreferencias()
  const { impresion, imprime } = preferencias
  const pressed = useRef(false)
  const confirm = (isPrinted: boolean) => {
    if (pressed.current) return
    pressed.current = true
    prefer({ imprime: isPrinted })
    onConfirm(isPrinted)
  }
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!holds(event, TECLAS_CONFIRMAR.imprimir) || event.repeat) return
      event.preventDefault()
      confirm(true)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  })
  const receptor = receptorOf(tipo, valores)
  const correos = receptor?.correos ?? []
  const montos: FilaNeto[] = [
    ...(cambio !== undefined && cambio >= 0 ? [{ label: 'Cambio', monto: cambio }] : []),
    ...(tipo.sinTotal ? [] : [{ label: TOTAL, monto: total }]),
    ...neto,
  ]
  const verb = isCorreccion ? 'Corregir y reenviar' : 'Emitir'
  return (
    <Dialog opened title={`${verb} la ${tipo.nombre} ${numero}`} onClose={onCancel} size={520}>
      <dl className={classes.confirmar}>
        <div>
          <dt>{tipo.rotulo ?? 'Cliente'}</dt>
          <dd>
            {receptor?.nombre}
            <small>{receptor?.identificacion}</small>
          </dd>
        </div>
        <div>
          <dt>Correo</dt>
          <dd>{correos.length > 0 ? correos.join(', ') : 'Sin correo: se entrega impresa'}</dd>
        </div>
        {montos.map(({ label, monto }) => (
          <div key={label} className={label === TOTAL ? classes.confirmarTotal : undefined}>
            <dt>{label}</dt>
            <dd>{displayMonto(monto)}</dd>
          </div>
        ))}
      </dl>
      {avisos.length > 0 && (
        <ul className={classes.avisos}>
          {avisos.map((aviso) => (
            <li key={aviso}>{aviso}</li>
          ))}
        </ul>
      )}
      {/* Only a sale may skip the question. */}
      {tipo.canSkipQuestion && !isCorreccion && <PasaLimite valores={valores} total={total} />}
      {tipo.canSkipQuestion && !isCorreccion && (
        <details className={classes.ajustes}>
          <summary>Emitir sin confirmar</summary>
          <SinConfirmar fecha={valores.fecha_emision} />
        </details>
      )}
      <div className={classes.confirmarActions}>
        {tipo.hasTicket && (
          <NativeSelect
            label="Imprimir en"
            value={impresion}
            data={FORMATOS.map((formato) => ({ ...formato }))}
            onChange={(event) => prefer({ impresion: event.currentTarget.value === 'TICKET' ? 'TICKET' : 'A4' })}
          />
        )}
        <Button variant="default" onClick={onCancel}>
          Volver
        </Button>
        <Button
          variant={imprime ? 'filled' : 'default'}
          onClick={() => confirm(true)}
          data-autofocus={imprime || undefined}
          title={nombreOf(TECLAS_CONFIRMAR.imprimir)}
        >
          {verb} e imprimir
        </Button>
        <Button variant={imprime ? 'default' : 'filled'} onClick={() => confirm(false)} data-autofocus={imprime ? undefined : true}>
          {verb}
        </Button>
      </div>
    </Dialog>
  )
}
