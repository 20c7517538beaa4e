import { useRef, useState, type KeyboardEvent } from 'react'

import { NativeSelect } from '../../components/native-select.tsx'
import { Parte } from './parte.tsx'

interface EleccionProps<Value extends string> {
  label: string
  data: readonly { value: Value; label: string }[]
  value: Value
  motivo: string
  /** Resolves when what was chosen is kept and read again, or was refused. */
  onCorrect: (value: Value) => Promise<unknown>
}

/** These open the list (and Alt with an arrow): what is picked in an open one is picked as by a click. */
const OPENS: ReadonlySet<string> = new Set(['Enter', ' ', 'F4'])

/**
 * A part of the proposal that is chosen from a list. A click or a touch is the choice itself; keys pass by one entry
 * after another, so theirs is the one on which Enter is pressed or the field is left. Until it is kept it stays in sight.
 */
export function Eleccion<Value extends string>({ label, data, value, motivo, onCorrect }: EleccionProps<Value>) {
  const [draft, setDraft] = useState<Value>()
  const [waits, setWaits] = useState(false)
  const isByKey = useRef(false)
  const commit = async (chosen: Value | undefined) => {
    setWaits(false)
    if (chosen !== undefined && chosen !== value) await onCorrect(chosen)
    // What was chosen meanwhile is not given back.
    setDraft((now) => (now === chosen ? undefined : now))
  }
  const leave = () => {
    if (waits) void commit(draft)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, altKey } = event
    isByKey.current = !altKey && !OPENS.has(key)
    if (key !== 'Enter' || !waits) return
    // It would open the list.
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
