// Listo
