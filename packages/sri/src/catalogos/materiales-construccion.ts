import type { EntradaCatalogo } from './entrada.ts'

/** Tabla 31: codes that a line at 5 % must carry as codigoAuxiliar (ficha técnica v2.34, anexo 23; Res. NAC-DGERCGC24-00000013). */
export const MATERIALES_CONSTRUCCION: readonly EntradaCatalogo[] = [
  { codigo: 'F010101', nombre: 'VARILLA LAMINADA CORRUGADA AS42 DE 8MM, 10MM Y 12MM DE DIÁMETRO' },
  { codigo: 'F010201', nombre: 'ARCILLA' },
  { codigo: 'F010202', nombre: 'ARENA' },
  { codigo: 'F010203', nombre: 'CAL' },
  { codigo: 'F010204', nombre: 'CALIZA' },
  { codigo: 'F010205', nombre: 'PÉTROS' },
  { codigo: 'F010301', nombre: 'HORMIGÓN PREMEZCLADO' },
  { codigo: 'F010401', nombre: 'CEMENTO Y SUS DERIVADOS' },
  { codigo: 'F010402', nombre: 'RESIDUO CEMENTO' },
  { codigo: 'F010501', nombre: 'CHATARRA FERROSA' },
  { codigo: 'F010601', nombre: 'MORTERS' },
  { codigo: 'F010701', nombre: 'CLINKER' },
  { codigo: 'F010702', nombre: 'PUZOLANA' },
  { codigo: 'F010703', nombre: 'YESO' },
  { codigo: 'F010801', nombre: 'ADOQUÍN' },
  { codigo: 'F010802', nombre: 'BLOQUES' },
  { codigo: 'F010803', nombre: 'LADRILLOS' },
  { codigo: 'F010804', nombre: 'PRODUCTOS DE HORMIGÓN PREFABRICADO' },
]
