import { IconLayoutSidebar } from '@tabler/icons-react'

import { Checkbox } from '../../components/checkbox.tsx'
import { PopoverButton } from '../../components/popover/popover-button.tsx'
import { RadioGroup } from '../../components/radio-group.tsx'
import { appearanceStore, changeAppearance, MENU_MODES } from '../../lib/pagina/appearance.ts'
import { useStore } from '../../lib/pagina/store.ts'
import classes from './appearance-panel.module.css'
import { MENU_MODE_LABEL } from './menu-mode.ts'

const MODES = MENU_MODES.map((value) => ({ value, label: MENU_MODE_LABEL[value] }))
const THEMES = [
  { value: 'light', label: 'Claro' },
  { value: 'dark', label: 'Oscuro' },
] as const

/** Appearance of the page in this browser: a choice shows at once and is stored. */
export const AppearancePanel = () => (
  <PopoverButton label="Apariencia" target={<IconLayoutSidebar size={20} stroke={1.8} />} width={288}>
    {() => <Choices />}
  </PopoverButton>
)

function Choices() {
  const { menuMode, colorMode, letterKeys } = useStore(appearanceStore)
  return (
    <div className={classes.panel}>
      <h2>Apariencia</h2>
      <RadioGroup label="Menú" options={MODES} value={menuMode} onChange={(mode) => changeAppearance({ menuMode: mode })} />
      <RadioGroup
        label="Tema"
        options={THEMES}
        value={colorMode}
        onChange={(mode) => changeAppearance({ colorMode: mode, menuTheme: mode })}
      />
      <Checkbox
        label="Atajos de una sola tecla"
        description="Por ejemplo, ? muestra la lista de atajos."
        checked={letterKeys}
        onChange={(event) => changeAppearance({ letterKeys: event.currentTarget.checked })}
      />
    </div>
  )
}
