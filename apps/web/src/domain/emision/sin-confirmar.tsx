import { displayMonto, parametroAt, parseEntrada, type Fecha } from '@yupana/fiscal'
import { useState } from 'react'

import { entradaOf } from '../../components/form/monto-entrada.ts'
import { TextInput } from '../../components/text-input.tsx'
import { usePreferencias } from './preferencias.ts'

/** The figure of one's own up to which «Emitir» asks nothing (O-58). Kept when it is left; empty, it always asks. */
export function SinConfirmar({ fecha }: { fecha: Fecha }) {
  const { preferencias, prefer } = usePreferencias()
  const [text, setText] = useState(preferencias.sinConfirmarHasta > 0 ? entradaOf(preferencias.sinConfirmarHasta) : '')
  const [error, setError] = useState<string>()
  const { valor: techo } = parametroAt('consumidorFinalMaximo', fecha)
  const keep = () => {
    const entrada = text.trim() === '' ? ({ ok: true, monto: 0 } as const) : parseEntrada(text, 2)
    const problem = entrada.ok
      ? entrada.monto < 0 || entrada.monto > techo
        ? `Escriba un valor de 0 a ${displayMonto(techo)}.`
        : undefined
      : entrada.problem
    setError(problem)
    if (problem !== undefined || !entrada.ok) return
    setText(entrada.monto > 0 ? entradaOf(entrada.monto) : '')
    prefer({ sinConfirmarHasta: entrada.monto })
  }
  return (
    <TextInput
      label="Emitir sin confirmar hasta $"
      description={`Vacío: siempre se confirma. Como máximo ${displayMonto(techo)}; si hay algo que advertir, se confirma igual.`}
      value={text}
      error={error}
      inputMode="decimal"
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) keep()
      }}
    />
  )
}
