import type { Collection, ComprobanteFila, PagoFila, Persona, Producto, Session } from '@yupana/contract'
import { displayMonto, nombreComprobante } from '@yupana/fiscal'

import type { Option } from '../../components/combobox/option-list.tsx'
import { OptionRecord } from '../../components/combobox/option-parts.tsx'
import { menuTreeOf } from '../../domain/menu/menu-tree.ts'
import { appearanceStore, changeAppearance, MENU_MODES, toggleTheme } from '../../lib/pagina/appearance.ts'
import { plainText } from '../../lib/formato/plain-text.ts'
import { canVisit, offeredMenus } from '../access.ts'
import { MENU_MODE_LABEL } from './menu-mode.ts'
import { shortcutsStore } from './shortcuts.tsx'

export interface PaletteOption extends Option {
  run: () => void
}

interface Command {
  key: string
  title: string
  detail: string
  run: () => void
}

/** Whether every word of the search begins a word of the text. */
function matches(text: string, q: string): boolean {
  const words = plainText(text).split(/\s+/)
  return plainText(q)
    .split(/\s+/)
    .every((part) => words.some((word) => word.startsWith(part)))
}

const optionOf = ({ key, title, detail, run }: Command): PaletteOption => ({
  key,
  run,
  content: <OptionRecord title={title} detail={detail} />,
})

const NUEVOS: readonly { right: Collection; title: string; detail: string; to: string }[] = [
  { right: 'documento:emitir', title: 'Nueva factura', detail: 'Acción · Alt N', to: '/documento/registro' },
  { right: 'cotizacion:crear', title: 'Nueva cotización', detail: 'Acción', to: '/cotizacion/registro' },
]

/** Actions without a search on the server: «Nueva factura», the user's screens (also found by their group), the theme. */
export function commandsOf(session: Session, q: string, go: (path: string) => void): PaletteOption[] {
  const nuevos = NUEVOS.filter(({ right, to }) => session.collections.includes(right) && canVisit(to, session))
  const screens = menuTreeOf(offeredMenus(session)).flatMap(({ label, to, items = [] }) => [
    ...(to === undefined ? [] : [{ label, to, group: 'Pantalla' }]),
    ...items.flatMap((item) => (item.to === undefined ? [] : [{ label: item.label, to: item.to, group: label }])),
  ])
  const commands: Command[] = [
    ...nuevos.map(({ title, detail, to }) => ({ key: to, title, detail, run: () => go(to) })),
    // A menu entry that begins a document duplicates that action.
    ...screens
      .filter(({ label }) => !nuevos.some(({ title }) => title === label))
      .map(({ label, to, group }) => ({ key: to, title: label, detail: group, run: () => go(to) })),
    {
      key: 'tema',
      title: appearanceStore.get().colorMode === 'dark' ? 'Usar tema claro' : 'Usar tema oscuro',
      detail: 'Acción',
      run: toggleTheme,
    },
    { key: 'atajos', title: 'Atajos de teclado', detail: 'Ayuda', run: () => shortcutsStore.set(true) },
    // Only after a search: four seldom used lines would hide the usual actions.
    ...(q === ''
      ? []
      : MENU_MODES.map((mode) => ({
          key: `menu-${mode}`,
          title: `Menú ${MENU_MODE_LABEL[mode].toLowerCase()}`,
          detail: 'Apariencia',
          run: () => changeAppearance({ menuMode: mode }),
        }))),
  ]
  return commands.filter(({ title, detail }) => q === '' || matches(`${title} ${detail}`, q)).map(optionOf)
}

interface Finds {
  comprobantes: readonly ComprobanteFila[]
  personas: readonly Persona[]
  productos: readonly Producto[]
  pagos: readonly PagoFila[]
}

/** Options for the found records, each leading to its screen. */
export const optionsOfFinds = ({ comprobantes, personas, productos, pagos }: Finds, go: (path: string) => void): PaletteOption[] => [
  ...comprobantes.map(({ id, tipo, numero, receptor_nombre: receptor, total }, at) => ({
    key: id,
    isApart: at === 0,
    run: () => go(`/comprobante/${id}`),
    content: <OptionRecord title={numero} detail={`${nombreComprobante(tipo)} · ${receptor}`} figure={displayMonto(total)} />,
  })),
  ...personas.map(({ id, razon_social: nombre, identificacion }, at) => ({
    key: id,
    isApart: at === 0,
    run: () => go(`/persona/${id}`),
    content: <OptionRecord title={nombre} detail={`Persona · ${identificacion}`} />,
  })),
  ...productos.map(({ id, code, name }, at) => ({
    key: id,
    isApart: at === 0,
    run: () => go(`/producto/${id}`),
    content: <OptionRecord title={name} detail={`Producto · ${code}`} />,
  })),
  ...pagos.map(({ id, numero, sentido, tercero_nombre: nombre, total }, at) => ({
    key: id,
    isApart: at === 0,
    run: () => go(`/comprobante/pago?id=${id}${sentido === 'PAGAR' ? '&sentido=PAGAR' : ''}`),
    content: <OptionRecord title={numero} detail={`${sentido === 'COBRAR' ? 'Cobro' : 'Pago'} · ${nombre}`} figure={displayMonto(total)} />,
  })),
]
