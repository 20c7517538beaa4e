import { useRef, useState, type KeyboardEvent } from 'react'

import { NativeSelect } from '../../components/native-select.tsx'
import { Parte } from './parte.tsx'

interface EleccionProps<Value extends string> {
  label: string
  data: readonly { value: Value; label: string }[]
  value: Value
  motivo: string
  /** Resolves when the choice is saved and read again, or refused. */
  onCorrect: (value: Value) => Promise<unknown>
}

/** Keys that open the list (also Alt with an arrow): a choice in an open list counts like a click. */
const OPENS: ReadonlySet<string> = new Set(['Enter', ' ', 'F4'])

/**
 * A part of the proposal chosen from a list. A click or touch decides at once; keys pass through the entries, so the choice counts on Enter
 * or blur. It stays visible until it is saved.
 */
export function Eleccion<Value extends string>({ label, data, value, motivo, onCorrect }: EleccionProps<Value>) {
  const [draft, setDraft] = useState<Value>()
  const [waits, setWaits] = useState(false)
  const isByKey = useRef(false)
  const commit = async (chosen: Value | undefined) => {
    setWaits(false)
    if (chosen !== undefined && chosen !== value) await onCorrect(chosen)
    // A newer choice stays.
    setDraft((now) => (now === chosen ? undefined : now))
  }
  const leave = () => {
    if (waits) void commit(draft)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, altKey } = event
    isByKey.current = !altKey && !OPENS.has(key)
    if (key !== 'Enter' || !waits) return
    // Enter would open the list.
    event.preventDefault()
    leave()
  }
  return (
    <Parte motivo={waits ? 'Se guarda con Enter o al pasar a otro campo.' : motivo}>
      <NativeSelect
        label={label}
        data={[...data]}
        value={draft ?? value}
        onPointerDown={() => (isByKey.current = false)}
        onKeyDown={onKeyDown}
        onBlur={leave}
        onChange={({ currentTarget }) => {
          const chosen = currentTarget.value as Value
          setDraft(chosen)
          if (isByKey.current) setWaits(true)
          else void commit(chosen)
        }}
      />
    </Parte>
  )
}
