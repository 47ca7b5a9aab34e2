"""What two games or more share. It knows neither them nor the kernel."""
