export const REQUIRED = 'Este campo es requerido.'
