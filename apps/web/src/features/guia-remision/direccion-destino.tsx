import { searchPersona } from '@yupana/contract'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState, type KeyboardEvent } from 'react'
import { useWatch } from 'react-hook-form'

import { OptionList } from '../../components/combobox/option-list.tsx'
import { OptionRecord } from '../../components/combobox/option-parts.tsx'
import { useCombobox } from '../../components/combobox/use-combobox.ts'
import { useValueField } from '../../components/form/use-field.ts'
import { TextInput } from '../../components/text-input.tsx'
import { PERSONA_LISTA } from '../../domain/persona/persona-palabras.ts'
import { fetchData } from '../../lib/http/http.ts'
import type { GuiaValores } from './guia-valores.ts'

const MAIN = 'Principal'

/** The receiver's addresses, the main one first; empty where there is no choice. */
function useDirecciones(identificacion: string | undefined): { nombre: string; direccion: string }[] {
  const { data } = useQuery({
    queryKey: [PERSONA_LISTA, 'direcciones', identificacion],
    // A failure of this help is not reported: the address can be typed.
    queryFn: ({ signal }) => fetchData(searchPersona, { query: { q: identificacion, size: 5 }, signal, background: true }),
    enabled: identificacion !== undefined,
  })
  const persona = data?.content.find((one) => one.identificacion === identificacion)
  if (!persona || persona.direcciones.length === 0) return []
  return [...(persona.direccion === null ? [] : [{ nombre: MAIN, direccion: persona.direccion }]), ...persona.direcciones]
}

/** Destination of the goods: typed, or one of the receiver's addresses. */
export function DireccionDestino({ at }: { at: number }) {
  const name = `destinatarios.${at}.direccion` as const
  const { value, onChange, onBlur, ref, look } = useValueField<string>({ name, required: true })
  const persona = useWatch<GuiaValores, `destinatarios.${number}.persona`>({ name: `destinatarios.${at}.persona` })
  const direcciones = useDirecciones(persona?.identificacion)
  const [isOpen, setOpen] = useState(false)
  const anchor = useRef<HTMLDivElement>(null)
  const close = () => setOpen(false)
  const options = direcciones.map(({ nombre, direccion }, n) => ({
    key: String(n),
    content: <OptionRecord title={nombre} detail={direccion} />,
    run: () => onChange(direccion),
  }))
  const isShown = isOpen && options.length > 0
  const { forget, onKeyDown, inputProps, listProps } = useCombobox({
    options,
    isOpen: isShown,
    onClose: close,
    onPick: ({ run }) => {
      run()
      close()
    },
    // Enter on typed text must not pick an option.
    marksFirst: false,
  })
  const press = (event: KeyboardEvent) => {
    if (onKeyDown(event) || event.code !== 'ArrowDown' || event.altKey || options.length === 0) return
    event.preventDefault()
    setOpen(true)
  }
  return (
    <div ref={anchor} data-campo={name}>
      <TextInput
        {...(options.length > 0 && inputProps)}
        {...look}
        label="Dirección de destino"
        ref={ref}
        name={name}
        value={value}
        autoComplete="off"
        onFocus={() => setOpen(true)}
        onClick={() => setOpen(true)}
        onBlur={() => {
          close()
          onBlur()
        }}
        onChange={({ currentTarget }) => {
          forget()
          close()
          onChange(currentTarget.value)
        }}
        onKeyDown={press}
      />
      {isShown && <OptionList {...listProps} anchor={anchor} label="Direcciones de quien recibe" options={options} />}
    </div>
  )
}
